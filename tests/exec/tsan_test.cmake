# Executors and what is computed with them under ThreadSanitizer, with more threads than cores: just these tests and the sources they need,
# inside the release build, so that every run of the tests has it. The preset tsan compiles everything so.
if(TREEFIX_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  return()
endif()
file(GLOB tsan_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/treefix/tree/*.cpp")
list(APPEND tsan_sources "${PROJECT_SOURCE_DIR}/treefix/exec/workers.cpp" "${PROJECT_SOURCE_DIR}/treefix/base/errors.cpp"
     "${PROJECT_SOURCE_DIR}/treefix/base/text.cpp" exec/executors_test.cpp primitives/scan_test.cpp
     primitives/rootfix_test.cpp tree/levels_test.cpp tree/euler_tour_test.cpp)
add_executable(tsan_tests ${tsan_sources})
treefix_target(tsan_tests)
target_include_directories(tsan_tests PRIVATE "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
target_compile_options(tsan_tests PRIVATE -O1 -g1 -fsanitize=thread -Wno-psabi -Wno-restrict)
target_link_options(tsan_tests PRIVATE -fsanitize=thread)
target_link_libraries(tsan_tests PRIVATE TBB::tbb GTest::gtest GTest::gtest_main)
treefix_link_quadmath(tsan_tests)
add_test(NAME tsan COMMAND tsan_tests)
set_tests_properties(tsan PROPERTIES TIMEOUT 600 ENVIRONMENT
                                     "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/tsan.supp")
