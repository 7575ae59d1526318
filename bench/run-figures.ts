import { cpus, loadavg, totalmem } from 'node:os';
import type { Bench, Figure } from './bench.ts';
import { type Servers, startServers } from './harness/servers.ts';

interface RunOptions {
  figures: readonly Figure[];
  minutes: number | undefined;
  /** Maximum total time of all figures, except a soak. */
  withinMinutes: number;
  interrupted: AbortSignal;
  log(message: string): void;
}

export interface Result {
  host: Record<string, unknown>;
  /** The errors of failed figures, by name. */
  errors?: Record<string, string>;
  [figure: string]: unknown;
}

/** Runs figures in sequence. A failed figure does not stop the others. */
export async function runFigures({
  figures,
  minutes,
  withinMinutes,
  interrupted,
  log,
}: RunOptions): Promise<Result> {
  const startedAt = performance.now();
  let servers: Promise<Servers> | undefined;
  const host: Record<string, unknown> = {
    at: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? '?',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 1_048_576),
    node: process.version,
    loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
  };
  const result: Result = { host };
  const errors: Record<string, string> = {};
  try {
    for (const [index, figure] of figures.entries()) {
      if (interrupted.aborted) break;
      const left = figures.slice(index).reduce((sum, { seconds }) => sum + seconds, 0);
      const share =
        ((withinMinutes * 60_000 - (performance.now() - startedAt)) * figure.seconds) / left;
      log(`${figure.name}: at most ${Math.round(share / 1_000)} s`);
      let soFar: unknown;
      try {
        const value = await runFigure(figure, {
          deadline: performance.now() + share,
          minutes,
          interrupted,
          log: (message) => log(`${figure.name}: ${message}`),
          soFar(value) {
            soFar = value;
          },
          servers() {
            servers ??= startServers();
            return servers;
          },
        });
        result[figure.name] = value;
      } catch (error) {
        if (soFar !== undefined) result[figure.name] = soFar;
        errors[figure.name] = error instanceof Error ? error.message : String(error);
        log(`${figure.name} failed: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    const versions = await servers?.then(
      (started) => started.versions,
      () => undefined,
    );
    Object.assign(host, versions, { seconds: Math.round((performance.now() - startedAt) / 1_000) });
  } finally {
    await servers?.then(
      (started) => started.close(),
      () => undefined,
    );
  }
  return Object.keys(errors).length > 0 ? { ...result, errors } : result;
}

/** Extra time for the start and stop around a figure's measurements, in milliseconds. */
const graceMs = 20_000;

async function runFigure(
  figure: Figure,
  bench: Omit<Bench, 'atEnd'> & { interrupted: AbortSignal },
): Promise<unknown> {
  const closers: (() => Promise<void>)[] = [];
  let isOver = false;
  const atEnd: Bench['atEnd'] = (close) => {
    // An abandoned figure may still be starting something.
    if (isOver) void close().catch(() => undefined);
    else closers.push(close);
  };
  const over = new AbortController();
  try {
    return await Promise.race([
      figure.run({ ...bench, atEnd }),
      givenUp(figure, bench, over.signal),
    ]);
  } finally {
    isOver = true;
    over.abort();
    for (const close of closers.reverse()) await close().catch(() => undefined);
  }
}

/**
 * Rejects if the bench is interrupted, or if the figure takes far longer than its share. A soak has
 * no such limit.
 */
function givenUp(
  { onlyByName }: Figure,
  { deadline, interrupted }: Pick<Bench, 'deadline'> & { interrupted: AbortSignal },
  over: AbortSignal,
): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = (why: string) => () => reject(new Error(why));
    interrupted.addEventListener('abort', refuse('interrupted'), { once: true, signal: over });
    if (onlyByName === true) return;
    const left = deadline - performance.now() + graceMs;
    const timer = setTimeout(
      refuse('this machine is too slow or too busy to measure it within its time'),
      left,
    );
    over.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
