# The C++ programs of examples/, each with a test that compares its output.
add_subdirectory("${PROJECT_SOURCE_DIR}/examples" "${PROJECT_BINARY_DIR}/examples")
