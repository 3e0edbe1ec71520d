# Files of treefix/levels are compiled with instructions that some processors do not support. If one of them defined a
# weak symbol, the linker might use that definition everywhere in a program, so none of them may. Only optimized builds
# are checked: without optimization, small functions are not inlined and become weak symbols.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_NM AND NOT TREEFIX_SANITIZE)
  add_test(NAME levels_have_no_weak_symbols
           COMMAND ${CMAKE_COMMAND} "-DNM=${CMAKE_NM}"
                   "-DOBJECTS=$<JOIN:$<FILTER:$<TARGET_OBJECTS:treefix>,INCLUDE,/treefix/levels/>,|>" -P
                   "${CMAKE_CURRENT_LIST_DIR}/weak_symbols.cmake")
endif()
