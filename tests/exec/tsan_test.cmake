# Runs everything that uses several threads under ThreadSanitizer, with more threads than cores: executors and the
# algorithms that use them, methods, pieces of large trees, batches. The library without its readers is compiled again
# inside the release build, so that every run of the tests includes this. The preset tsan compiles everything this way.
if(TREEFIX_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  return()
endif()
file(GLOB_RECURSE tsan_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/treefix/*.cpp")
list(FILTER tsan_sources EXCLUDE REGEX "/treefix/io/|/treefix/levels/v[0-9]") # one instruction level is enough
list(APPEND tsan_sources exec/executors_test.cpp primitives/scan_test.cpp primitives/rootfix_test.cpp
     tree/depths_test.cpp tree/euler_tour_test.cpp facade/dynamics_inverse_test.cpp facade/dynamics_forward_test.cpp
     facade/dynamics_mass_test.cpp facade/batch_dynamics_test.cpp facade/batch_dynamics_promises_test.cpp
     facade/batch_dynamics_progress_test.cpp large_tree/inverse/stages_test.cpp large_tree/forward/stages_test.cpp
     large_tree/mass/stages_test.cpp)
add_executable(tsan_tests ${tsan_sources} ${support_sources})
treefix_test_target(tsan_tests)
target_include_directories(tsan_tests PRIVATE "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
target_compile_options(tsan_tests PRIVATE -O1 -g1 -fsanitize=thread)
target_link_options(tsan_tests PRIVATE -fsanitize=thread)
target_link_libraries(tsan_tests PRIVATE TBB::tbb GTest::gtest GTest::gtest_main)
treefix_join_folders(tsan_tests "${treefix_alone}|${tests_alone}")
# All tests of these files except a few with very large trees, whose threads do the same as those of smaller trees.
set(tsan_left_out *OnAStarAndADeepChain *ForAWideStarAndADeepChain *NoMemoryCouldHold* *TooLargeForCaches
    *AMillionStates* *OfLongChains* *InMixedPrecisionNeverClaim* *RefuseAMassMatrixThatDoesNotFit)
list(JOIN tsan_left_out ":" tsan_left_out)
# The tests are divided into shards, so that more than one core is busy at the end.
set(tsan_shards 4)
foreach(shard RANGE 1 ${tsan_shards})
  math(EXPR index "${shard} - 1")
  add_test(NAME tsan.${shard} COMMAND tsan_tests --gtest_brief=1 "--gtest_filter=-${tsan_left_out}")
  set(environment "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/tsan.supp"
                  GTEST_TOTAL_SHARDS=${tsan_shards} GTEST_SHARD_INDEX=${index})
  set_tests_properties(tsan.${shard} PROPERTIES TIMEOUT 600 COST 1000 ENVIRONMENT "${environment}")
endforeach()
