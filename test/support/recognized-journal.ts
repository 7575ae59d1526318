/** For a played journal and signing log that know the same: nothing was rolled back. */
export const recognizedJournal = {
  recognize: async () => ({
    instanceId: 'mine',
    unknown: [],
    openLosses: 0,
    epoch: 0n,
    committed: 0n,
    log: 'unknown' as const,
    missingLogs: [],
  }),
  stopOfSignature: async () => undefined,
  lostConsumers: async () => ({ attempts: [], isWhole: true }),
};

export const emptyLog = {
  newest: async () => [],
  async *entries() {
    yield* [];
  },
  instance: async () => 'mine',
  log: async () => undefined,
  droppedUpTo: async () => 0n,
  paymentsOf: async () => [],
};
