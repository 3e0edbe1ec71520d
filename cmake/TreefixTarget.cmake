# treefix_target(<target>): sets the compile options that all targets of this project share.
# They are private, so they do not apply to projects that link treefix.
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
      # Sanitizers prevent vectorization, and clang warns if it cannot vectorize a loop marked TREEFIX_INDEPENDENT.
      target_compile_options(${target} PRIVATE -Wno-pass-failed)
    endif()
    target_link_options(${target} PRIVATE -fsanitize=${TREEFIX_SANITIZE})
  endif()
endfunction()

# treefix_kernel_sources(<source>...): for files that compile the kernels. Kernels are inlined into a few large
# functions, which g++ takes minutes to compile with the undefined-behaviour sanitizer. So these files are compiled
# without it.
function(treefix_kernel_sources)
  if(TREEFIX_SANITIZE MATCHES "undefined")
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=undefined)
  endif()
endfunction()

# treefix_link_quadmath(<target>): links the __float128 functions, for references in 113-bit arithmetic.
# treefix/base/scalar.hpp declares these functions, because quadmath.h belongs to g++ and clang does not find it.
function(treefix_link_quadmath target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The library is in a folder of g++, which only g++ searches by default.
    file(GLOB gcc_library_dirs "/usr/lib/gcc/*/*")
    find_library(TREEFIX_QUADMATH quadmath HINTS ${gcc_library_dirs} REQUIRED)
    target_link_libraries(${target} PRIVATE "${TREEFIX_QUADMATH}")
  else()
    target_link_libraries(${target} PRIVATE quadmath)
  endif()
endfunction()

# treefix_join_folders(<target> [<regex>]): compiles the sources of each folder as one translation unit, because most of
# the compile time is spent on headers and templates that they share. So names in unnamed namespaces must differ within
# a folder. Sources that match <regex>, and sources with their own compile options, are compiled alone.
function(treefix_join_folders target)
  if(NOT TREEFIX_JOIN)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # In joined sources clang warns if a local name hides a name in an unnamed namespace of another source. g++ still
    # reports other cases of hidden names.
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
