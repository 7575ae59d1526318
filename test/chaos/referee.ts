import type { EventName, Fault, FaultKind, PlannedFault } from './faults.ts';

/** Says of everything that happens in a run whether a planned fault is due. */
export interface Referee {
  /**
   * From now on these are due. `openJobs`: how many jobs have not come to rest at this moment; a
   * fault that strikes none proves nothing.
   */
  expect(plan: readonly PlannedFault[], openJobs: () => number): void;
  /** Counts the event; the fault that is due at it, if one is: each once, and one at a time. */
  happens(event: EventName, accepts?: (fault: Fault) => boolean): Fault | undefined;
  /** A fault that had nothing to strike after all: it is due again. */
  giveBack(fault: Fault): void;
  /** Takes note of a fault that could not be carried out. */
  failed(fault: Fault, cause: unknown): void;
  /** How many of each kind have struck. */
  struck(): Partial<Record<FaultKind, number>>;
  /** What was planned and has met no open job, in words: it proves nothing. */
  missed(): string[];
  /** What could not be carried out, in words. */
  failures(): string[];
}

export function createReferee(): Referee {
  const counts = new Map<EventName, number>();
  const due = new Map<EventName, PlannedFault[]>();
  const hits: { planned: PlannedFault; open: number }[] = [];
  const failures: string[] = [];
  let openJobs = (): number => 0;
  return {
    expect(plan, counter) {
      openJobs = counter;
      counts.clear();
      for (const planned of [...plan].sort((a, b) => a.nth - b.nth)) {
        due.set(planned.at, [...(due.get(planned.at) ?? []), planned]);
      }
    },
    happens(event, accepts = () => true) {
      const count = (counts.get(event) ?? 0) + 1;
      counts.set(event, count);
      const queue = due.get(event) ?? [];
      const index = queue.findIndex(({ nth, fault }) => nth <= count && accepts(fault));
      const [planned] = index < 0 ? [] : queue.splice(index, 1);
      if (planned) hits.push({ planned, open: openJobs() });
      return planned?.fault;
    },
    giveBack(fault) {
      const index = hits.findIndex(({ planned }) => planned.fault === fault);
      for (const { planned } of index < 0 ? [] : hits.splice(index, 1))
        due.get(planned.at)?.push(planned);
    },
    failed(fault, cause) {
      failures.push(`${fault.kind} could not be carried out: ${String(cause).split('\n')[0]}`);
    },
    struck() {
      const struck: Partial<Record<FaultKind, number>> = {};
      for (const { fault } of hits.map(({ planned }) => planned)) {
        if (fault.kind === 'restore' && fault.act === 'back-up') continue;
        struck[fault.kind] = (struck[fault.kind] ?? 0) + 1;
      }
      return struck;
    },
    missed() {
      const never = [...due.values()].flat().map((planned) => `${describe(planned)}: never came`);
      const late = hits
        .filter(({ open }) => open === 0)
        .map(({ planned }) => `${describe(planned)}: no job was open`);
      return [...never, ...late];
    },
    failures: () => [...failures],
  };
}

function describe({ fault, at, nth }: PlannedFault): string {
  return `${fault.kind} at "${at}", time ${nth}`;
}
