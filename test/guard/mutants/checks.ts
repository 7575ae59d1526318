/** A check that is not a rule of a family's guard, and how it is broken. */
export interface Check {
  /** Begins with the id of the rule that a vector expects. */
  name: string;
  file: string;
  /** Text of the file, with the condition that decides between « and ». */
  code: string;
  /** What the condition becomes. */
  broken: string;
}

const check = (name: string, file: string, code: string, broken: string): Check => ({
  name,
  file: `src/${file}`,
  code,
  broken,
});

const requests = 'router/request-json.ts';
const texts = 'core/text/find-json-fault.ts';
const evmReader = 'families/evm/router/read-transaction.ts';

/** The checks of the transport, of the reader of answers, of prices, caps and seals. */
export const checks: readonly Check[] = [
  check('G01 redirects', requests, '«response.status >= 300» && response.status < 400', 'false'),
  check('G01 private addresses', 'http/public-lookup.ts', '«hidden» && !isAllowed(host)', 'false'),
  check(
    'G01 pins',
    'http/create-router-transport.ts',
    'if («seen.some((pin) => pins.includes(pin))»)',
    'true',
  ),
  check('G02 size', requests, '«request.maxBytes»', '2 ** 40'),
  check(
    'G02 content type',
    requests,
    String.raw`if («!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)»)`,
    'false',
  ),
  check('G02 depth', texts, '«path.length >= maxDepth»', 'false'),
  check('G02 values', texts, '«++nodes > maxNodes»', 'false'),
  check('G02 length of texts', texts, '«at - start <= maxStringLength + 2»', 'true'),
  check('G03 duplicate members', texts, '«names.has(name)»', 'false'),
  check('G03 forbidden members', texts, '«forbidden.has(name)»', 'false'),
  check('G03 control members', 'router/foreign-member.ts', 'if («found !== undefined»)', 'false'),
  check('G03 members of another family', evmReader, 'if («unexpected !== undefined»)', 'false'),
  check('G03 calldata', evmReader, 'if («!isHex(text) || text.length % 2 !== 0»)', 'false'),
  check('G04 integers', 'core/amounts/amounts.ts', '«canonicalInteger».test(text)', '/^[0-9-]/'),
  check(
    'G04 amounts of jobs',
    'core/amounts/amounts.ts',
    '«humanDecimal».exec(text)',
    String.raw`/^(0|[1-9]\d*)(?:[.,](\d+)).*$/`,
  ),
  check(
    'G05 addresses of jobs',
    'families/evm/formats/address.ts',
    '«claimsChecksum» && text !== address',
    'false',
  ),
  check('E01 no receiver', evmReader, 'if («!hasValue(wire.to)»)', 'false'),
  check('E05 typed data', 'router/read-transaction.ts', 'if («!asks» &&', 'true'),
  check('E05 Permit2', 'router/read-transaction.ts', '(«!hasValue(permit2Address)» ||', 'true'),
  check('G07 human amounts', 'router/read-trade.ts', 'if («difference >= unit»)', 'false'),
  check('G07 price floor', 'guard/price-floor.ts', '«lessBps(tolerated, slippageBps)»', '0n'),
  check('G08 decimals', 'router/create-router-client.ts', 'if («!same»)', 'false'),
  check('G09 caps', 'guard/rules/g09-caps.ts', 'if («value <= limit»)', 'true'),
  check(
    'G13 seal of the job',
    'guard/rules/g13-authenticity.ts',
    'switch («found.kind»)',
    "'sealed'",
  ),
  check(
    'G13 approval by another person',
    'journal/operations/decide-approval.ts',
    'if («approval.requesters.includes(principal)»)',
    'false',
  ),
  check('G14 status', 'router/map-error.ts', '!framework && «isSuccess(status)»', 'true'),
];
