# Writes a file's bytes as an array of C. Variables: FROM, TO, NAME, HEADER.
file(READ ${FROM} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(................................)" "\\1\n    " lines "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," values "${lines}")
file(WRITE ${TO} "#include \"${HEADER}\"

const size_t ${NAME}_size = ${size};
const unsigned char ${NAME}[] = {
    ${values}
};
")
