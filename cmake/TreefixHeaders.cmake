# treefix_public_headers(<list>): the headers to install, as paths relative to the source folder. These are the public
# headers, treefix/*.hpp, and all headers that they include.
function(treefix_public_headers result)
  file(GLOB queue RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/treefix/*.hpp")
  set(found "")
  while(queue)
    list(POP_FRONT queue header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found "${header}")
    # Configure again when a header changes, because its includes may have changed.
    set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                                                                   "${PROJECT_SOURCE_DIR}/${header}")
    file(STRINGS "${PROJECT_SOURCE_DIR}/${header}" lines REGEX "^#include <treefix/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include <(treefix/[^>]+)>.*" "\\1" included "${line}")
      list(APPEND queue "${included}")
    endforeach()
  endwhile()
  list(SORT found)
  set(${result} "${found}" PARENT_SCOPE)
endfunction()
