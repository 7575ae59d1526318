import { setTimeout as pause } from 'node:timers/promises';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';
import type { ServiceSettings } from '../programs/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

/** The processes of Ferryman in a run. Whichever ends is replaced, as a supervisor does. */
export interface Crew {
  /** Of the process that has the door at this moment; throws while there is none. */
  apiUrl(): string;
  apiKey(): string;
  /** Kills one of those that work. */
  killAny(whom: number): void;
  /** Ends all without a word; none is started again before `resume`. */
  killAll(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Ends all, and starts one that shows what the journal says, takes in what it is asked to and
   * signs nothing.
   */
  leaveDoor(): Promise<void>;
  /** Ends that nobody brought about. */
  unasked(): readonly string[];
  stop(): Promise<void>;
}

export interface CrewOptions {
  /** The settings of each process, by its name. */
  members: Readonly<Record<string, ServiceSettings>>;
  atCheckpoint(point: Checkpoint, process: ServiceProcess): Promise<void>;
  log(message: string): void;
}

/**
 * Between two tries to start a process whose servers do not answer, and how many there are: half a
 * minute.
 */
const restartPause = 300;
const maxTries = 60;

export async function startCrew({ members, atCheckpoint, log }: CrewOptions): Promise<Crew> {
  const running = new Map<string, ServiceProcess>();
  const unasked: string[] = [];
  let apiKey = '';
  /** Counted up when all are ended: what belongs to an earlier one is not wanted any more. */
  let era = 0;

  /** Keeps one process running until nobody wants it any more. */
  async function start(name: string, settings: ServiceSettings): Promise<void> {
    const own = era;
    for (let tries = 1; own === era; tries += 1) {
      try {
        const member = await startServiceProcess(settings, atCheckpoint);
        if (own !== era) return member.kill();
        apiKey = member.apiKey ?? apiKey;
        running.set(name, member);
        log(`${name} is up`);
        void member.ended.then((how) => (own === era ? replace(name, settings, how) : undefined));
        return;
      } catch (cause) {
        log(`${name} does not start: ${cause instanceof Error ? cause.message : cause}`);
        if (tries >= maxTries) return void unasked.push(`${name} does not start any more`);
        await pause(restartPause);
      }
    }
  }

  async function replace(
    name: string,
    settings: ServiceSettings,
    how: NodeJS.Signals | number,
  ): Promise<void> {
    running.delete(name);
    log(`${name} has ended: ${how}`);
    if (how !== 'SIGKILL') unasked.push(`${name} ended by itself: ${how}`);
    await start(name, settings);
  }

  const all = Object.entries(members);
  const startAll = async (): Promise<void> => {
    await Promise.all(all.map(([name, settings]) => start(name, settings)));
  };
  const endAll = async (): Promise<void> => {
    era += 1;
    const ending = [...running.values()];
    running.clear();
    for (const member of ending) member.kill();
    await Promise.all(ending.map(({ ended }) => ended));
  };

  // The first one makes the journal's tables and shows the key; the others may come all at once.
  const [first, ...others] = all;
  if (!first) throw new TypeError('there is no process to start');
  await start(...first);
  if (!running.has(first[0])) throw new Error(`${first[0]} does not start`);
  await Promise.all(others.map(([name, settings]) => start(name, settings)));
  return {
    apiUrl() {
      const door = [...running.values()].find((member) => member.apiUrl !== '');
      if (!door) throw new Error('no process has the door');
      return door.apiUrl;
    },
    apiKey: () => apiKey,
    killAny(whom) {
      const working = [...running].filter(([name]) => members[name]?.share !== 'door');
      working[whom % Math.max(1, working.length)]?.[1].kill();
    },
    killAll: endAll,
    resume: startAll,
    async leaveDoor() {
      await endAll();
      const [name, settings] = first;
      await start(name, { ...settings, share: 'door' });
    },
    unasked: () => unasked,
    stop: endAll,
  };
}
