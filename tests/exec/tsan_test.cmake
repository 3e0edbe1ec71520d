# Everything that runs on several threads, under ThreadSanitizer and with more threads than cores: executors and the
# algorithms that use them, methods, pieces of large trees, batches. The library without its readers is compiled again
# inside the release build, so that every run of the tests includes this. The preset tsan compiles everything this way.
if(TREEFIX_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  return()
endif()
file(GLOB_RECURSE tsan_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/treefix/*.cpp")
list(FILTER tsan_sources EXCLUDE REGEX "/treefix/io/|/treefix/levels/v[0-9]") # of the instruction sets one is enough
list(APPEND tsan_sources exec/executors_test.cpp primitives/scan_test.cpp primitives/rootfix_test.cpp
     tree/depths_test.cpp tree/euler_tour_test.cpp facade/dynamics_inverse_test.cpp facade/dynamics_forward_test.cpp
     facade/dynamics_mass_test.cpp large_tree/inverse/stages_test.cpp large_tree/forward/stages_test.cpp
     large_tree/mass/stages_test.cpp facade/batch_dynamics_promises_test.cpp)
add_executable(tsan_tests ${tsan_sources})
treefix_target(tsan_tests)
target_include_directories(tsan_tests PRIVATE "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
target_compile_options(tsan_tests PRIVATE -O1 -g1 -fsanitize=thread -Wno-psabi -Wno-restrict)
target_link_options(tsan_tests PRIVATE -fsanitize=thread)
target_link_libraries(tsan_tests PRIVATE TBB::tbb GTest::gtest GTest::gtest_main)
treefix_link_quadmath(tsan_tests)
# from the algorithms that use executors, the tests with several numbers of threads
add_test(NAME tsan COMMAND tsan_tests
                           "--gtest_filter=Executors*:Scan*:Rootfix*:Leaffix*:Depths*:EulerTour*:*NumberOfThreads*")
set_tests_properties(tsan PROPERTIES TIMEOUT 600 COST 1000 ENVIRONMENT
                                     "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/tsan.supp")
