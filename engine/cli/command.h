/* The subcommands of the program. Each gets the words after its name. */
#ifndef QTTY_CLI_COMMAND_H
#define QTTY_CLI_COMMAND_H

int command_run(int argc, char **argv);
int command_shell(int argc, char **argv);
int command_render(int argc, char **argv);
int command_trace(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_queries(int argc, char **argv);
int command_gen(int argc, char **argv);
int command_replay(int argc, char **argv);

#endif
