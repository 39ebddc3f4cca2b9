# Gives the names that archives share among themselves the prefix of the public ones, so
# that they meet no name of who links them: `compose` becomes `qtty_0_compose`. An archive
# whose names have it already stays as it is. LTO code goes: it has the names as they were,
# and only the compiler that made it could read it.
# usage: cmake -DNM=NM -DOBJCOPY=OBJCOPY -DARCHIVES=A;B;… -P prefix.cmake
foreach(archive IN LISTS ARCHIVES)
  execute_process(COMMAND ${OBJCOPY} --wildcard -R .gnu.lto_* -R .gnu.debuglto_*
    -N __gnu_lto_* ${archive} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

execute_process(COMMAND ${NM} -g --defined-only -P ${ARCHIVES}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[a-z][A-Za-z0-9_]* [TDRBCS]" symbols "${symbols}")
set(names)
foreach(symbol IN LISTS symbols)
  string(REGEX REPLACE "^\n?(qtty_0_)?([A-Za-z0-9_]*) .*" "\\2" name "${symbol}")
  if(NOT name MATCHES "^qtty_")
    list(APPEND names "${name} qtty_0_${name}")
  endif()
endforeach()
if(NOT names)
  return()
endif()
list(REMOVE_DUPLICATES names)
list(JOIN names "\n" names)

list(GET ARCHIVES 0 table)
string(APPEND table ".names")
file(WRITE ${table} "${names}\n")
foreach(archive IN LISTS ARCHIVES)
  execute_process(COMMAND ${OBJCOPY} --redefine-syms=${table} ${archive}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(REMOVE ${table})
