// The tones in which a state is told; each has its icon and colour in StatusMark.

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'idle' | 'even' | 'ended'
