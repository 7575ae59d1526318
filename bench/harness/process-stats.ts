import { readdir, readFile } from 'node:fs/promises';

/** proc(5) counts CPU time in ticks of 10 ms (`getconf CLK_TCK`, the same on all Linux). */
const tickMs = 10;

interface ProcessStat {
  pid: number;
  parent: number;
  /** CPU time of the process and its ended children, in milliseconds. */
  cpuMs: number;
}

/**
 * CPU time of a process tree, in milliseconds. Includes ended processes, because their parents have
 * waited for them. So two readings of one tree are comparable.
 */
export async function treeCpuMs(root: number): Promise<number> {
  const tree = await treeOf(root);
  if (tree.length === 0) throw new Error(`process ${root} is gone; its CPU time cannot be read`);
  return tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Resident memory of a process tree, in megabytes. */
export async function treeRssMb(root: number): Promise<number> {
  const tree = await treeOf(root);
  const sizes = await Promise.all(tree.map(({ pid }) => rssMb(pid)));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0));
}

/** Number of open handles of one process. */
export async function handlesOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

async function rssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1_024;
}

async function treeOf(root: number): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = (await Promise.all(pids.map(readStat))).flatMap((stat) => (stat ? [stat] : []));
  const below = (pid: number): ProcessStat[] =>
    stats.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...stats.filter(({ pid }) => pid === root), ...below(root)];
}

/**
 * proc(5): the name is in parentheses and may contain spaces.
 * @returns undefined if the process is gone
 */
async function readStat(pid: string): Promise<ProcessStat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Fields 4 and 14 to 17, counted from the third one.
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  return { pid: Number(pid), parent: Number(fields[1]), cpuMs: ticks * tickMs };
}
