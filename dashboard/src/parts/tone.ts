/** What a colour says beside a text that says the same: the style sheet has `tone-good` and so on. */
export type Tone = 'good' | 'bad' | 'person' | 'running' | 'quiet';
