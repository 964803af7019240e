// A programme that is being filled from files: what happens then is history, and nobody is to hear of it.

/** In its settings until it is there: the day on which the loading started. */
export const loadingMark = 'demoLoading'

export const isBeingLoaded = ({ config }: { config: Readonly<Record<string, unknown>> }): boolean => config[loadingMark] !== undefined
