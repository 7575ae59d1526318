import type { ErrorCode } from '../errors/codes.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';

/** A rule that is a form of others: a TON address with a wrong checksum breaks both. */
const general: Readonly<Record<string, readonly string[]>> = { N02: ['G05'] };

/** Codes that stand for one rule. */
const ruleOfCode: Partial<Record<ErrorCode, string>> = {
  DEPOSIT_UNPAYABLE: 'D01',
  DEPOSIT_NOT_UNIQUE: 'D04',
  JOB_FORGED: 'G13',
  ROUTER_PATH_NOT_FOUND: 'G14',
  APPROVAL_OF_OWN_SWAP: 'G13',
};

const amounts = /^\/(?:amount|minOut|maxFee|slippageBps)$/;
const addresses = /^\/(?:receiver|refundAddress|wallet|from\/token|to\/token)$/;

/**
 * The guard's rules that an error of the transport, the reader, the adapter or the job's parser
 * stands for: they refuse before there are bytes to judge. Empty: no rule.
 */
export function rulesOfError({ code, details, faults }: FerrymanError): readonly string[] {
  const { rule, httpStatus, constraint } = details;
  if (typeof rule === 'string') {
    return rule.split(',').flatMap((one) => [one, ...(general[one] ?? [])]);
  }
  // G14: the service says that it has no answer, whatever else it sends.
  if (httpStatus !== undefined) return ['G14'];
  const ofCode = constraint === 'orders_deposit_stays' ? 'D04' : ruleOfCode[code];
  if (ofCode !== undefined) return [ofCode];
  if (code !== 'INVALID_JOB') return [];
  return [...new Set(faults.map(({ pointer }) => ruleOfFault(pointer)))];
}

function ruleOfFault(pointer: string): string {
  if (amounts.test(pointer)) return 'G04';
  // A job that has expired is another one than that which may be carried out.
  if (pointer === '/deadline') return 'G13';
  return addresses.test(pointer) ? 'G05' : 'G03';
}
