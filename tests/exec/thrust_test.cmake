# The executor Thrust: the laws of executors and the algorithms that use them, compiled and run for each host system of
# Thrust; and, if nvcc is available, compiled for GPUs.

set(thrust_sources exec/executors_test.cpp primitives/scan_test.cpp primitives/rootfix_test.cpp
                   papers/tree_scans_test.cpp papers/inverse/scan_inverse_test.cpp
                   papers/mass/mass_matrix_test.cpp papers/mass/mass_operators_test.cpp)
find_path(TREEFIX_CCCL_INCLUDE thrust/version.h PATHS /usr/local/cuda/include/cccl DOC "Folder of Thrust's headers")
if(TREEFIX_THRUST_SYSTEMS AND NOT EXISTS "${TREEFIX_CCCL_INCLUDE}/thrust/version.h")
  message(STATUS "Thrust's headers were not found (TREEFIX_CCCL_INCLUDE); its tests are skipped")
  set(TREEFIX_THRUST_SYSTEMS "")
endif()
find_package(OpenMP QUIET COMPONENTS CXX)
foreach(system IN LISTS TREEFIX_THRUST_SYSTEMS)
  if(system STREQUAL "OMP" AND NOT OpenMP_CXX_FOUND)
    message(STATUS "OpenMP was not found; tests of Thrust with it are skipped")
    continue()
  endif()
  string(TOLOWER "thrust_${system}" name)
  treefix_gtest(${name} "${name}." 4 ${thrust_sources})
  # Thrust's headers take most of the time, so they are precompiled.
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  target_include_directories(${name} SYSTEM PRIVATE "${TREEFIX_CCCL_INCLUDE}")
  target_compile_definitions(${name} PRIVATE TREEFIX_TEST_THRUST
                                             THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_${system})
  target_link_libraries(${name} PRIVATE $<$<STREQUAL:${system},OMP>:OpenMP::OpenMP_CXX>
                                        $<$<STREQUAL:${system},TBB>:TBB::tbb>)
endforeach()

find_program(TREEFIX_NVCC nvcc HINTS /usr/local/cuda/bin)
find_package(Python3 QUIET COMPONENTS Interpreter)
if(TREEFIX_CUDA STREQUAL "OFF")
  return()
elseif(NOT TREEFIX_NVCC OR NOT Python3_FOUND)
  if(TREEFIX_CUDA STREQUAL "AUTO")
    message(STATUS "nvcc or Python was not found; nothing is compiled for CUDA")
    return()
  endif()
  message(FATAL_ERROR "TREEFIX_CUDA is ON, but nvcc or Python was not found")
endif()
set(gpus "")
foreach(architecture IN LISTS TREEFIX_CUDA_ARCHITECTURES)
  list(APPEND gpus -gencode arch=compute_${architecture},code=sm_${architecture})
endforeach()
set(kernels "${CMAKE_CURRENT_BINARY_DIR}/thrust_kernels.o")
add_custom_command(
  OUTPUT "${kernels}"
  # ptxas reports the resources of kernels, and the script makes a table of them. The definition halves the number of
  # scans: they run over the Euler tour of a tree, whose steps always have 32-bit numbers.
  COMMAND
    "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tools/kernels.py" "${TREEFIX_NVCC}" -std=c++20
    --expt-relaxed-constexpr --extended-lambda -O3 -DNDEBUG ${gpus} -Werror all-warnings -Xptxas -v --threads 0
    -DTHRUST_FORCE_32_BIT_OFFSET_TYPE=1 "-I${PROJECT_SOURCE_DIR}" "-I${CMAKE_CURRENT_SOURCE_DIR}" -MD -MF
    "${kernels}.d" -c "${CMAKE_CURRENT_LIST_DIR}/thrust_kernels.cu" -o "${kernels}"
  DEPENDS "${CMAKE_CURRENT_LIST_DIR}/thrust_kernels.cu" "${PROJECT_SOURCE_DIR}/tools/kernels.py"
  DEPFILE "${kernels}.d"
  COMMENT "Compiling for CUDA: ${TREEFIX_CUDA_ARCHITECTURES}"
  VERBATIM)
add_custom_target(treefix_cuda ALL DEPENDS "${kernels}")
