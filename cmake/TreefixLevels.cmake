# Each file of treefix/levels contains all kernels of one instruction level; the library selects a level at run time.
# The portable level always exists. It is the only one on processors other than x86-64.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(TREEFIX_LEVELS "v2;v3;v4" CACHE STRING "Levels of x86-64 to compile kernels for")
endif()

# g++ fuses products and sums of different statements into FMA instructions by default, clang only with this option.
set(level_options -ffp-contract=fast)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -Wno-psabi suppresses a note that GCC 4.6 changed how vectors are passed. The other options schedule instructions
  # before register allocation, which reduces the time of articulated bodies by a tenth.
  list(APPEND level_options -Wno-psabi -fschedule-insns -fsched-pressure)
endif()

# Compiles a file for a level of x86-64, with the options of the kernels.
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
