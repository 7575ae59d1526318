import { hasValue } from './has-value.ts';
import { malformed } from './malformed.ts';

/**
 * G03: members by which libraries and wallets take control of what is signed: nonce, network,
 * delegations (EIP-7702), blobs, TRC-10 tokens and permissions of TRON, send mode and currencies of
 * TON. No documented answer has them, and the executor decides them all itself.
 */
const controls: readonly string[] = [
  'nonce',
  'chainId',
  'chain_id',
  'type',
  'accessList',
  'authorizationList',
  'blobs',
  'blobVersionedHashes',
  'maxFeePerBlobGas',
  'permissionId',
  'permission_id',
  'Permission_id',
  'tokenId',
  'token_id',
  'tokenValue',
  'token_value',
  'callTokenValue',
  'call_token_value',
  'sendMode',
  'send_mode',
  'mode',
  'extraCurrency',
  'extra_currency',
  'extracurrency',
];

/** @throws `ROUTER_MALFORMED` if an object of the answer has a member that controls signing */
export function requireNoControls(object: Readonly<Record<string, unknown>>): void {
  // An empty list of delegations makes another type of transaction; one of accesses says nothing.
  const found = controls.find(
    (name) =>
      Object.hasOwn(object, name) &&
      (hasValue(object[name]) || (name !== 'accessList' && Array.isArray(object[name]))),
  );
  if (found !== undefined)
    throw malformed(`the transaction has the member ${found}`, ['G03', ...rulesOf(found)].join());
}

/** Rules of families about what a control member controls. */
const ofFamilies: readonly [RegExp, string][] = [
  [/^(?:chain_?id|type|authorizationList|accessList|blob\w*|maxFeePerBlobGas)$/i, 'E01'],
  [/^permission_?id$/i, 'T01'],
  [/^(?:call_?)?token_?(?:id|value)$/i, 'T05'],
  [/^(?:send_?)?mode$/i, 'N01'],
];

function rulesOf(member: string): string[] {
  return ofFamilies.filter(([name]) => name.test(member)).map(([, rule]) => rule);
}

/** The rule that a member of another kind of transaction breaks. */
export function ruleOfForeignMember(member: string): string {
  return member === 'depositAddress' ? 'D01' : 'G03';
}
