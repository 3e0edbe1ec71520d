# treefix_target(<target>): the compile options that every target of this project shares.
# All of them are private, so a project that links treefix gets none of them.
function(treefix_target target)
  set_target_properties(
    ${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
                         # The Python extension is a shared object that links the static library.
                         POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(TREEFIX_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TREEFIX_MARCH)
    target_compile_options(${target} PRIVATE -march=${TREEFIX_MARCH})
  endif()
  if(TREEFIX_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TREEFIX_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      # The checks keep loops from being vectorized, which clang would warn of where it was asked for.
      target_compile_options(${target} PRIVATE -Wno-pass-failed)
    endif()
    target_link_options(${target} PRIVATE -fsanitize=${TREEFIX_SANITIZE})
  endif()
endfunction()

# treefix_kernel_sources(<source>...): files that compile the kernels. They are inlined into few large functions, for which
# g++ takes minutes with the checks of undefined behaviour; the address sanitizer alone is bearable.
function(treefix_kernel_sources)
  if(TREEFIX_SANITIZE MATCHES "undefined")
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=undefined)
  endif()
endfunction()

# treefix_link_quadmath(<target>): __float128 functions for references in quadruple precision. The headers declare what
# they use themselves, because quadmath.h belongs to g++ and clang does not find it.
function(treefix_link_quadmath target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The library lies among g++'s own files, which only g++ searches by itself.
    file(GLOB gcc_library_dirs "/usr/lib/gcc/*/*")
    find_library(TREEFIX_QUADMATH quadmath HINTS ${gcc_library_dirs} REQUIRED)
    target_link_libraries(${target} PRIVATE "${TREEFIX_QUADMATH}")
  else()
    target_link_libraries(${target} PRIVATE quadmath)
  endif()
endfunction()

# treefix_join_folders(<target> [<regex>]): compiles the sources of each folder as one unit, because most of the time
# goes into headers and templates that they share. Names in unnamed namespaces must differ within a folder. Sources
# that match <regex> are compiled alone, and so are sources with compile options of their own.
function(treefix_join_folders target)
  if(NOT TREEFIX_JOIN)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # clang also warns where a local name hides a name in an unnamed namespace of another file; g++ checks the rest.
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(path "${source}" ABSOLUTE)
    if(ARGN AND path MATCHES "${ARGN}")
      continue()
    endif()
    get_filename_component(folder "${path}" DIRECTORY)
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}")
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    set_property(SOURCE "${source}" PROPERTY UNITY_GROUP "${group}")
  endforeach()
endfunction()
