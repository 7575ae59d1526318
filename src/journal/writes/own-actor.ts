/** The actor of what Ferryman does by itself, in the audit log and on switches. */
export const ownActor = 'Ferryman';
