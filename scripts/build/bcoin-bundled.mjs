const nothing = '\0nothing';

/** Node warns about this constructor outside node_modules. */
const allocations = [
  ['new Buffer([', 'Buffer.from(['],
  ['new Buffer(', 'Buffer.alloc('],
  ['new ArrayType(reqLength)', '(ArrayType.alloc?.(reqLength) ?? new ArrayType(reqLength))'],
];

/**
 * Bundles bcoin into the sandbox. Its on-disk database needs a compiler to install, and that fails
 * on Node 20. The sandbox keeps its blocks in memory and never opens that database.
 */
export const bcoinBundled = {
  name: 'bcoin-bundled',
  resolveId: (id) => (id === 'leveldown' ? nothing : null),
  load: (id) => (id === nothing ? 'export {};' : null),
  transform: {
    filter: { id: /\/node_modules\/(drbg|bn)\.js\// },
    handler: (code) => ({
      code: allocations.reduce((text, [old, current]) => text.replaceAll(old, current), code),
      map: null,
    }),
  },
};
