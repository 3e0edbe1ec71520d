# Spatial operations compile as device code: nothing is run, so no GPU is needed.
find_program(TREEFIX_NVCC nvcc HINTS /usr/local/cuda/bin)
if(TREEFIX_NVCC)
  add_test(NAME spatial_device_compile
           COMMAND "${TREEFIX_NVCC}" -std=c++20 --expt-relaxed-constexpr -arch=sm_80 -Werror all-warnings
                   "-I${PROJECT_SOURCE_DIR}" -c "${CMAKE_CURRENT_LIST_DIR}/device_compile.cu" -o
                   "${CMAKE_CURRENT_BINARY_DIR}/device_compile.o")
endif()
