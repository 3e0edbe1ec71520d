# Each file of treefix/levels holds all kernels for one instruction level; the library chooses one at start. The portable
# level always exists and is the only one on other processors.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(TREEFIX_LEVELS "v2;v3;v4" CACHE STRING "Levels of x86-64 to compile kernels for")
endif()

# g++ joins products and sums into FMA instructions by itself wherever it can, clang only if it is told to.
set(level_options -ffp-contract=fast)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The first is a note, not a warning, that GCC 4.6 passed vectors in another way. The others order instructions before
  # registers are given out: articulated bodies take a tenth less time.
  list(APPEND level_options -Wno-psabi -fschedule-insns -fsched-pressure)
endif()

# Compiles a file for a level of x86-64, as kernels are.
function(treefix_compile_for level source)
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${level_options} -march=x86-64-${level})
endfunction()

set(level_folder "${PROJECT_SOURCE_DIR}/treefix/levels")
set_property(SOURCE "${level_folder}/portable.cpp" APPEND PROPERTY COMPILE_OPTIONS ${level_options})
foreach(level IN LISTS TREEFIX_LEVELS)
  string(TOUPPER "TREEFIX_HAS_${level}" definition)
  treefix_compile_for(${level} "${level_folder}/${level}.cpp")
  set_property(SOURCE "${level_folder}/${level}.cpp" "${PROJECT_SOURCE_DIR}/treefix/simd/level.cpp"
               APPEND PROPERTY COMPILE_DEFINITIONS ${definition})
endforeach()
file(GLOB level_sources "${level_folder}/*.cpp")
treefix_kernel_sources(${level_sources})
