# Install rules. With them find_package(treefix) defines the target treefix::treefix.
include(CMakePackageConfigHelpers)
set(treefix_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/treefix")

install(TARGETS treefix EXPORT treefixTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT development)
include(TreefixHeaders)
treefix_public_headers(headers)
foreach(header IN LISTS headers)
  get_filename_component(folder "${header}" DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}"
          COMPONENT development)
endforeach()
install(EXPORT treefixTargets NAMESPACE treefix:: DESTINATION "${treefix_config_dir}" COMPONENT development)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/treefixConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/treefixConfig.cmake"
                              INSTALL_DESTINATION "${treefix_config_dir}")
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/treefixConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/treefixConfig.cmake" "${PROJECT_BINARY_DIR}/treefixConfigVersion.cmake"
        DESTINATION "${treefix_config_dir}" COMPONENT development)
