interface ProviderChoice {
  /** `all`: also those that had no swap. Absent: those that matter now. */
  providers?: 'all';
}

export function readProviderChoice({ providers }: Record<string, unknown>): ProviderChoice {
  return providers === 'all' ? { providers } : {};
}
