// The tones of a state; each has its icon and colour in StatusMark.

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'idle' | 'even' | 'ended'
