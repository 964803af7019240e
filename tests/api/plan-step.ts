// A step of a package of practices, as its editor sends it.
export const step = (code: string, eventType: string, offsetDays: number, windowBefore: number, windowAfter: number, more: Record<string, unknown> = {}) => ({
  code,
  name: `Step ${code}`,
  eventType,
  anchor: 'SOWING',
  offsetDays,
  windowBefore,
  windowAfter,
  mandatory: true,
  weight: 1,
  evidence: [],
  sownAs: [],
  ...more,
})
