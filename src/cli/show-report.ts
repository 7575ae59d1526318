import type { DoctorCheck, DoctorNetwork, DoctorReport } from '../core/doctor/doctor-report.ts';
import { hanging } from './wrap-text.ts';

/** What the doctor found, for a person. Faults are last, where a terminal shows them. */
export function showReport({ checks, networks }: DoctorReport, width: number): string {
  const [faults, warnings, fine] = (['fault', 'warning', 'ok'] as const).map((status) =>
    checks.filter((check) => check.status === status),
  ) as [DoctorCheck[], DoctorCheck[], DoctorCheck[]];
  const lines = [
    ...[...fine, ...warnings, ...faults].flatMap(linesOf),
    ...networks.map(networkLine),
    [count(faults.length, 'fault'), count(warnings.length, 'warning')].join(', '),
  ];
  return lines.map((line) => hanging(line, width)).join('\n');
}

const marks = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

function linesOf({ status, code, subject, message, fix }: DoctorCheck): string[] {
  return [
    `${marks[status]} ${subject}: ${message} [${code}]`,
    ...(fix === undefined ? [] : [`  fix:  ${fix}`]),
  ];
}

function networkLine({ chain, kind, open }: DoctorNetwork): string {
  return open
    ? `${chain} is open${kind === 'exempt' ? ' (no real network)' : ''}`
    : `${chain} is closed: Ferryman signs nothing there`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
