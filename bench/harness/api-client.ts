import { setTimeout as pause } from 'node:timers/promises';
import type { Ferryman } from './ferryman.ts';

/**
 * Posts a job.
 * @returns the swap's id
 * @throws with the API's answer if it refuses the job
 */
export async function submit(
  { api }: Pick<Ferryman, 'api'>,
  key: string,
  job: unknown,
): Promise<string> {
  const answer = await fetch(`${api.url}/v1/swaps`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${api.key}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(job),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`a job was refused: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { swap: { id: string } }).swap.id;
}

export async function get(
  { api }: Pick<Ferryman, 'api'>,
  path: string,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.key}` },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET ${path}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** One sample of Prometheus' text format. */
interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the metrics of one process. */
async function readMetrics(url: string): Promise<Sample[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').flatMap((line): Sample[] => {
    const [, name = '', labels = '', value = ''] =
      /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === '') return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [
      key,
      text,
    ]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/** The metrics URL of each process. */
function metricsUrls({ api, processes }: Ferryman): string[] {
  const status = processes.flatMap(({ announced }) => {
    const { statusUrl } = announced as { statusUrl?: string | null };
    return statusUrl ? [statusUrl] : [];
  });
  return [api.url, ...status];
}

/** The sum of a counter over all processes; undefined if none has it. */
export async function readCounter(ferryman: Ferryman, name: string): Promise<number | undefined> {
  const samples = (await Promise.all(metricsUrls(ferryman).map(readMetrics))).flat();
  const found = samples.filter((sample) => sample.name === name);
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

/** On a busy machine the journal's statements can time out. */
const patientTries = 20;

/** The number of swaps in each state. Throws if the API cannot reach its journal. */
export async function countStates({ api }: Pick<Ferryman, 'api'>): Promise<Map<string, number>> {
  for (let tries = 1; ; tries += 1) {
    const swaps = (await readMetrics(api.url)).filter(({ name }) => name === 'ferryman_swaps');
    if (swaps.length > 0)
      return new Map(swaps.map(({ labels, value }) => [labels.state ?? '', value]));
    if (tries === patientTries)
      throw new Error('the API serves no ferryman_swaps: check that its journal is reachable');
    await pause(500);
  }
}
