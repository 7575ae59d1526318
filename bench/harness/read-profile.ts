import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * The output of V8's `--cpu-prof` (Chrome DevTools protocol, `Profiler.Profile`). Times are in
 * microseconds.
 */
const profile = z.object({
  startTime: z.number(),
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        /** Both count from 0, in the executed file. */
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof profile>;
type Frame = Profile['nodes'][number]['callFrame'];

/** Running time by part of the program, in milliseconds, without idle time. */
export type TimeByPart = ReadonlyMap<string, number>;

/** Reads the profiles of a folder, without the first `skipMs` of each. */
export async function readProfiles(folder: string, skipMs: number): Promise<TimeByPart> {
  const total = new Map<string, number>();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  for (const name of names) {
    const read = profile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    for (const [part, ms] of timeByPart(read, skipMs)) total.set(part, (total.get(part) ?? 0) + ms);
  }
  return total;
}

export function timeByPart({ nodes, samples, timeDeltas }: Profile, skipMs: number): TimeByPart {
  const parts = partsOf(nodes);
  const total = new Map<string, number>();
  let passed = 0;
  for (const [index, id] of samples.entries()) {
    passed += timeDeltas[index] ?? 0;
    const part = parts.get(id);
    if (part === undefined || passed < skipMs * 1_000) continue;
    // A sample covers the time until the next one.
    total.set(part, (total.get(part) ?? 0) + (timeDeltas[index + 1] ?? 0) / 1_000);
  }
  return total;
}

/**
 * The part that each node's time counts for, by node id: that of the nearest enclosing frame with a
 * part. Idle nodes have none.
 */
function partsOf(nodes: Profile['nodes']): ReadonlyMap<number, string> {
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const sourceOf = createSourceFinder();
  for (const { id, callFrame } of nodes) {
    if (callFrame.functionName === '(idle)') continue;
    let part = ofRuntime.get(callFrame.functionName);
    for (
      let at: number | undefined = id;
      part === undefined && at !== undefined;
      at = parents.get(at)
    ) {
      const frame = byId.get(at)?.callFrame;
      part = frame && partOfFile(sourceOf(frame));
    }
    parts.set(id, part ?? 'Node itself');
  }
  return parts;
}

const ofRuntime: ReadonlyMap<string, string> = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'system calls and native code'],
]);

/** By prefix of the package name. */
const partsOfPackages: readonly (readonly [string, string])[] = [
  ['pg', 'Postgres client'],
  ['bullmq', 'queue (BullMQ, ioredis)'],
  ['ioredis', 'queue (BullMQ, ioredis)'],
  ['redis-parser', 'queue (BullMQ, ioredis)'],
  ['msgpackr', 'queue (BullMQ, ioredis)'],
  ['@noble', 'signatures and hashes'],
  ['viem', 'EVM encoding (viem)'],
  ['ox', 'EVM encoding (viem)'],
  ['zod', 'validation (zod)'],
  ['pino', 'logs and metrics'],
  ['prom-client', 'logs and metrics'],
  ['hono', 'HTTP'],
  ['@hono', 'HTTP'],
  ['undici', 'HTTP'],
];

function partOfFile(url: string): string | undefined {
  const inPackage = /\/node_modules\/(?!.*\/node_modules\/)([^/]+)/.exec(url)?.[1];
  if (inPackage !== undefined) {
    return partsOfPackages.find(([name]) => inPackage.startsWith(name))?.[1] ?? 'other libraries';
  }
  const folder = /\/src\/([^/]+)\//.exec(url)?.[1];
  if (folder !== undefined) return `Ferryman: ${folder}`;
  return /undici|_http|node:http|whatwg/.test(url) ? 'HTTP' : undefined;
}

/**
 * Programs are bundled, so a source map tells the source of a frame. Without a map the file itself
 * counts.
 */
function createSourceFinder(): (frame: Frame) => string {
  const maps = new Map<string, SourceMap | undefined>();
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return url;
    if (!maps.has(url)) maps.set(url, readSourceMap(url));
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
    return entry !== undefined && 'originalSource' in entry
      ? new URL(entry.originalSource, url).pathname
      : url;
  };
}

function readSourceMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(
      JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as SourceMapPayload,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
