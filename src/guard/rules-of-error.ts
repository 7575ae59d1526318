import type { FerrymanError } from '../errors/ferryman-error.ts';

/** A rule that is a form of another one: a TON address with a wrong checksum breaks both. */
const general: Readonly<Record<string, string>> = { N02: 'G05' };

const amounts = /^\/(?:amount|minOut|maxFee|slippageBps)$/;
const addresses = /^\/(?:receiver|refundAddress|wallet|from\/token|to\/token)$/;

/**
 * The guard's rules that an error of the transport, the reader, the adapter or the job's parser
 * stands for: they refuse before there are bytes to judge. Empty: no rule.
 */
export function rulesOfError({ code, details, faults }: FerrymanError): readonly string[] {
  const { rule, httpStatus } = details;
  if (typeof rule === 'string') {
    const other = general[rule];
    return other === undefined ? [rule] : [rule, other];
  }
  // G14: the service says that it has no answer, whatever else it sends.
  if (httpStatus !== undefined) return ['G14'];
  if (code !== 'INVALID_JOB') return [];
  return [...new Set(faults.map(({ pointer }) => ruleOfFault(pointer)))];
}

function ruleOfFault(pointer: string): string {
  if (amounts.test(pointer)) return 'G04';
  return addresses.test(pointer) ? 'G05' : 'G03';
}
