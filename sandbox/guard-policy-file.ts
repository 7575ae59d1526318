/** A policy file for Ferryman's guard, as JSON. Ferryman's documentation describes its members. */
export type GuardPolicyFile = Readonly<Record<string, unknown>>;
