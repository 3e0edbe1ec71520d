# Checks that the pictures of docs/theory are up to date with the structures of the library; ./dev docs draws them.
file(GLOB picture_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/pictures/*.cpp")
add_executable(treefix_pictures ${picture_sources})
treefix_target(treefix_pictures)
target_include_directories(treefix_pictures PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(treefix_pictures PRIVATE treefix::treefix)
add_test(NAME docs_pictures COMMAND treefix_pictures --check "${PROJECT_SOURCE_DIR}/docs/theory")
