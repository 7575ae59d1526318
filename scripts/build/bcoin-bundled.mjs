const nothing = '\0nothing';

/**
 * bcoin is copied into the sandbox: its database on disk needs a compiler to install, and fails with it on Node 20. The
 * sandbox keeps its blocks in memory and never opens that database.
 */
export const bcoinBundled = {
  name: 'bcoin-bundled',
  resolveId: (id) => (id === 'leveldown' ? nothing : null),
  load: (id) => (id === nothing ? 'export {};' : null),
  transform: {
    // Node warns of this constructor outside node_modules.
    filter: { id: /\/node_modules\/drbg\.js\// },
    handler: (code) => ({
      code: code.replaceAll('new Buffer([', 'Buffer.from([').replaceAll('new Buffer(', 'Buffer.alloc('),
      map: null,
    }),
  },
};
