# Files of treefix/levels are compiled for processors that not everybody has. A weak symbol in one of them could be
# what the linker takes for everybody, so there must be none. Without optimization small functions are not inlined, and
# there are.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_NM AND NOT TREEFIX_SANITIZE)
  add_test(NAME levels_have_no_weak_symbols
           COMMAND ${CMAKE_COMMAND} "-DNM=${CMAKE_NM}"
                   "-DOBJECTS=$<JOIN:$<FILTER:$<TARGET_OBJECTS:treefix>,INCLUDE,/treefix/levels/>,|>" -P
                   "${CMAKE_CURRENT_LIST_DIR}/weak_symbols.cmake")
endif()
