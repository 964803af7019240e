// Whether a programme takes part in the check of its plots against those of other programmes (BR-02): both must, and each learns yes or no.

/** In its settings. */
export const blindOverlapSetting = 'blindOverlapCheck'
export const takesPart = ({ config }: { config: Readonly<Record<string, unknown>> }): boolean => config[blindOverlapSetting] === true
