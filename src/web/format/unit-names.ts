// Kilograms and hectares as a language writes them: on a Hindi page "1,180 kg" beside "किलो" would be two names for one thing.
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hi: { kg: 'किलो', quintal: 'क्विंटल', t: 'टन', ha: 'हे.', acre: 'एकड़' },
}

/** The unit's name in this language; its symbol where the language has none of its own. */
export const unitName = (unit: string, language: string): string => names[language]?.[unit] ?? unit
