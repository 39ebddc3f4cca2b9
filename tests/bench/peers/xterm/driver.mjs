// @xterm/headless as its users have it: bytes by write() and its callback, 10 000 lines kept.
// Reads a request a line, answers each with numbers in a line:
//
//   pass FILE BYTES CHUNK WARM   CPU time in ns of feeding; WARM times before, untimed
//   held FILE BYTES              bytes held of what the input made
//   idle                         bytes of a fresh terminal, ns of CPU to make it
//   resize FILE BYTES            ns of CPU to 100, 60, 80 columns
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import headless from '@xterm/headless';

const ROWS = 24, COLS = 80, KEPT = 10000, MAKES = 50, CHUNK = 65536;

function create(scrollback = KEPT) {
  return new headless.Terminal({ rows: ROWS, cols: COLS, scrollback, allowProposedApi: true });
}

function cpuNs() {
  const used = process.cpuUsage();
  return (used.user + used.system) * 1000;
}

async function feed(terminal, bytes, chunk) {
  for (let at = 0; at < bytes.length; at += chunk) {
    await new Promise((done) => terminal.write(bytes.subarray(at, at + chunk), done));
  }
}

function held() {
  globalThis.gc();
  globalThis.gc();
  const used = process.memoryUsage();
  return used.heapUsed + used.external;
}

const requests = {
  async pass(file, bytes, chunk, warm) {
    const input = readFileSync(file).subarray(0, Number(bytes));
    const terminal = create();
    for (let i = 0; i < Number(warm); i++) await feed(terminal, input, Number(chunk));
    const start = cpuNs();
    await feed(terminal, input, Number(chunk));
    const end = cpuNs();
    terminal.dispose();
    return [end - start];
  },

  async held(file, bytes) {
    const input = readFileSync(file).subarray(0, Number(bytes));
    const terminal = create();
    const before = held();
    await feed(terminal, input, CHUNK);
    const after = held();
    terminal.dispose();
    return [after - before];
  },

  async idle() {
    create().dispose();
    const before = held();
    const start = cpuNs();
    const made = Array.from({ length: MAKES }, () => create());
    const end = cpuNs();
    const bytes = (held() - before) / MAKES;
    made.forEach((terminal) => terminal.dispose());
    return [bytes, (end - start) / MAKES];
  },

  async resize(file, bytes) {
    const terminal = create();
    await feed(terminal, readFileSync(file).subarray(0, Number(bytes)), CHUNK);
    const times = [];
    for (const cols of [100, 60, COLS]) {
      const start = cpuNs();
      terminal.resize(cols, ROWS);
      times.push(cpuNs() - start);
    }
    terminal.dispose();
    return times;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...values] = line.split(' ');
  const answer = await requests[name](...values);
  process.stdout.write(answer.map((value) => Math.round(value)).join(' ') + '\n');
}
