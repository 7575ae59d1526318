import { readdir, readFile } from 'node:fs/promises';

/** The processes below `pid`, children before their own, each with the name of its program. */
export async function descendantsOf(pid: number): Promise<{ pid: number; name: string }[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readStat);
  const stats = (await Promise.all(all)).flatMap((stat) => (stat ? [stat] : []));
  const below = (parent: number): typeof stats =>
    stats.filter((stat) => stat.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

/** proc(5): the name is in parentheses and may hold blanks. `undefined`: the process is gone. */
async function readStat(
  id: string,
): Promise<{ pid: number; name: string; parent: number } | undefined> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  const [, name = '', parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(stat ?? '') ?? [];
  return parent === undefined ? undefined : { pid: Number(id), name, parent: Number(parent) };
}
