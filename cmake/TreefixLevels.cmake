# Each file of treefix/batch/levels and treefix/big/levels is kernels for one instruction set; which one runs is chosen at
# start.
# The portable one is always there and is all that other processors have.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(TREEFIX_LEVELS "v2;v3;v4" CACHE STRING "Levels of x86-64 to compile batch kernels for")
endif()

# g++ joins products and sums into FMA instructions by itself wherever it can, clang only if it is told to.
set(level_options -ffp-contract=fast)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The first is a note, not a warning, that GCC 4.6 passed vectors in another way. The others order instructions before
  # registers are given out: articulated bodies take a tenth less time.
  list(APPEND level_options -Wno-psabi -fschedule-insns -fsched-pressure)
endif()

# Compiles a file for a level of x86-64, as batch kernels are.
function(treefix_compile_for level source)
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${level_options} -march=x86-64-${level})
endfunction()

foreach(room batch big)
  set(level_folder "${PROJECT_SOURCE_DIR}/treefix/${room}")
  set_property(SOURCE "${level_folder}/levels/portable.cpp" APPEND PROPERTY COMPILE_OPTIONS ${level_options})
  foreach(level IN LISTS TREEFIX_LEVELS)
    string(TOUPPER "TREEFIX_HAS_${level}" definition)
    treefix_compile_for(${level} "${level_folder}/levels/${level}.cpp")
    set_property(SOURCE "${level_folder}/levels/${level}.cpp" "${level_folder}/levels.cpp"
                 APPEND PROPERTY COMPILE_DEFINITIONS ${definition})
  endforeach()
  file(GLOB level_sources "${level_folder}/levels/*.cpp")
  treefix_kernel_sources(${level_sources})
endforeach()
