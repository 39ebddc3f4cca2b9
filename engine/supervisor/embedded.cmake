# A program without a C library, without what instruments code, no larger than it needs to
# be; and its bytes as an array for the engine.
#
# qtty_embedded_program(NAME HEADER SOURCE…): the program qtty_NAME; the target
# qtty_NAME_bytes; QTTY_NAME_BYTES (in capitals), the file with the array that HEADER
# declares.
function(qtty_embedded_program name header)
  set(program qtty_${name})
  add_executable(${program} ${ARGN} ${PROJECT_SOURCE_DIR}/engine/supervisor/memory.c)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/engine)
  target_link_libraries(${program} PRIVATE qtty_warnings)
  target_compile_options(${program} PRIVATE
    -Os -g0 -ffreestanding -fno-sanitize=all -fno-pie -fno-stack-protector
    -U_FORTIFY_SOURCE -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-lto
    $<$<C_COMPILER_ID:Clang>:-fno-profile-instr-generate -fno-coverage-mapping>)
  target_link_options(${program} PRIVATE
    -fno-sanitize=all -nostdlib -static -s -fno-lto $<$<C_COMPILER_ID:GNU>:-no-pie>
    -Wl,--build-id=none,-z,noseparate-code,-z,norelro,-z,noexecstack
    $<$<C_COMPILER_ID:Clang>:-fno-profile-instr-generate>)
  set_target_properties(${program} PROPERTIES
    C_EXTENSIONS OFF C_STANDARD 11
    POSITION_INDEPENDENT_CODE OFF INTERPROCEDURAL_OPTIMIZATION OFF
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})

  set(bytes ${CMAKE_CURRENT_BINARY_DIR}/${name}_bytes.c)
  set(embed ${PROJECT_SOURCE_DIR}/engine/supervisor/embed.cmake)
  add_custom_command(OUTPUT ${bytes} VERBATIM
    COMMAND ${CMAKE_COMMAND} -D FROM=$<TARGET_FILE:${program}> -D TO=${bytes}
      -D NAME=${name}_bytes -D HEADER=${header} -P ${embed}
    DEPENDS ${program} ${embed})
  add_custom_target(${program}_bytes DEPENDS ${bytes})
  string(TOUPPER ${name} capitals)
  set(QTTY_${capitals}_BYTES ${bytes} PARENT_SCOPE)
endfunction()
