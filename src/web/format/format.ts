// One formatter for everything measured: kilograms, hectares, dates, shares, money, spans of time.
// Numbers are never put together from strings elsewhere; the locale decides digits and grouping.
import { localeOf } from '#domain/messages/languages.ts'
import { moneyFor } from '#domain/messages/wording.ts'

const day = 86_400_000
const massUnits = { kg: 1, quintal: 100, t: 1000 } as const
export type MassUnit = keyof typeof massUnits

export type FormatOptions = {
  language: string
  timezone?: string
  mass?: MassUnit
  /** The unit of areas and its hectares: `acre 0.404686` (domain/kernel/area-unit.ts). */
  area?: string
  currency?: string
  now?: () => Date
  /** What the language calls a unit: "1,180 kg" beside "किलो" would be two names for one thing. */
  nameUnit?: (unit: string) => string
}
export type Format = ReturnType<typeof createFormat>

export function createFormat({ language, timezone, mass = 'kg', area = 'ha 1', currency = 'INR', now = () => new Date(), nameUnit = String }: FormatOptions) {
  const locale = localeOf(language)
  const [areaUnit = '', unitHa] = area.split(' ')
  const [massName, areaName] = [nameUnit(mass), nameUnit(areaUnit)]
  const numberFormat = once((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
  const dateFormat = once((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
  const calendar = (options: Intl.DateTimeFormatOptions) => (date: string) => dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`))
  const shortDay = calendar({ day: 'numeric', month: 'short' })
  const fullDay = calendar({ day: 'numeric', month: 'short', year: 'numeric' })
  const weekDay = calendar({ weekday: 'long', day: 'numeric', month: 'long' })
  const monthName = calendar({ month: 'long', year: 'numeric' })
  const shortMonthName = calendar({ month: 'short' })
  const zone = { timeZone: timezone }
  const clock = (moment: string | Date): string => dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }).format(new Date(moment))
  const countries = once(() => new Intl.DisplayNames(locale, { type: 'region' }))
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const lists = once(() => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }))
  // en-CA writes YYYY-MM-DD: the calendar day of a moment in the programme's zone.
  const dayIn = once(() => new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', ...zone }))
  const dayOf = (moment: string | Date): string => dayIn().format(new Date(moment))
  const dateWithin = (date: string): string => (date.slice(0, 4) === dayOf(now()).slice(0, 4) ? shortDay : fullDay)(date)
  const daysFromToday = (date: string): number => Math.round((Date.parse(`${date}T00:00Z`) - Date.parse(`${dayOf(now())}T00:00Z`)) / day)

  /** One minus sign everywhere, as wide as a digit; nothing below nought is written of what rounds to nought. */
  const write = (value: number, options: Intl.NumberFormatOptions): string =>
    numberFormat({ signDisplay: 'negative', ...options })
      .format(value)
      .replace('-', '−')
  const exactly = (decimals: number): Intl.NumberFormatOptions => ({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const number = (value: number, decimals = 0): string => write(value, { maximumFractionDigits: decimals })
  const fixed = (value: number, decimals: number): string => write(value, exactly(decimals))
  const areaFigure = (ha: number, decimals?: number): string => {
    const area = ha / Number(unitHa)
    return fixed(area, decimals ?? (Math.abs(area) < 0.01 && area ? 4 : 2))
  }
  const figureOf = (kg: number): string => number(kg / massUnits[mass], mass === 'kg' ? (Math.abs(kg) < 10 ? 3 : 1) : 2)

  return {
    language,
    locale,
    number,
    fixed,
    /** A mass given in kg, in the person's unit; grams shown only below ten. */
    kg: (kg: number): string => `${figureOf(kg)} ${massName}`,
    /** The same without its unit, where that stands once for several figures. */
    mass: figureOf,
    /** Masses that stand under one another, given in kg: as many decimals as the finest of them has, at most `most`. Without unit. */
    massColumn(kgs: readonly number[], most = 3): (kg: number) => string {
      const decimals = Math.max(0, ...kgs.map((kg) => decimalsOf(kg / massUnits[mass], most)))
      return (kg) => fixed(kg / massUnits[mass], decimals)
    },
    massUnit: massName,
    /** An area given in hectares, in the programme's unit, two decimals so that columns align. */
    ha: (ha: number): string => `${areaFigure(ha)} ${areaName}`,
    /** The same without its unit, where that stands once for several figures. */
    area: areaFigure,
    areaUnit: areaName,
    /** What was signed, and what is entered in forms: in hectares whatever the programme reads. */
    hectares: (ha: number): string => `${fixed(ha, Math.abs(ha) < 0.01 && ha ? 4 : 2)} ${nameUnit('ha')}`,
    /** A measured value with its unit; kg and ha go through the units of person and programme. */
    quantity(value: number, unit: string | undefined, decimals = 3): string {
      if (unit === 'kg') return this.kg(value)
      if (unit === 'ha') return this.ha(value)
      return unit ? `${number(value, decimals)} ${nameUnit(unit)}` : number(value, decimals)
    },
    /** A ratio 0..1 in per cent, always one decimal, so that figures beside and under one another compare. */
    share: (ratio: number): string => write(ratio, { style: 'percent', ...exactly(1) }),
    /** A ratio 0..1 in whole per cent, where a decimal would say more than is known. */
    wholeShare: (ratio: number): string => write(ratio, { style: 'percent', ...exactly(0) }),
    /** Minor units (paise) as money. */
    money: (minor: number): string => moneyFor({ minor, currency }, locale).replace('-', '−'),
    /** What amounts are entered in: ₹. */
    get currencySymbol(): string {
      return (
        numberFormat({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
          .formatToParts(0)
          .find(({ type }) => type === 'currency')?.value ?? currency
      )
    },
    /** A calendar day YYYY-MM-DD: today, yesterday, tomorrow by name, this year without the year. */
    date(date: string): string {
      const distance = daysFromToday(date)
      if (Math.abs(distance) <= 1) return capital(relative().format(distance, 'day'))
      return dateWithin(date)
    },
    /** The same within a sentence, where the name of a day would not fit ("on Today"). */
    dateWithin,
    /** A calendar day that is over, without the year while there is only one such day it can be. */
    recentDay(date: string): string {
      const distance = daysFromToday(date)
      return distance < -1 && distance > -330 ? shortDay(date) : this.date(date)
    },
    /** A calendar day, always with its year: for what is printed or signed. */
    fullDate: fullDay,
    longDay: weekDay,
    month: (month: string): string => monthName(`${month.slice(0, 7)}-01`),
    /** Day and month without the year, for the foot of a drawing: '21 Nov'. */
    dayOfMonth: shortDay,
    /** The month's short name alone, for the foot of a drawing: 'Nov'. */
    shortMonth: (month: string): string => shortMonthName(`${month.slice(0, 7)}-01`),
    clock,
    /** A moment: day and time in the programme's zone. */
    time(moment: string): string {
      return `${this.date(dayOf(moment))}, ${clock(moment)}`
    },
    /** A moment, relative when near ("5 minutes ago"), a date when far. */
    ago(moment: string): string {
      const minutes = Math.round((Date.parse(moment) - now().getTime()) / 60_000)
      if (minutes === 0) return relative().format(0, 'second')
      if (Math.abs(minutes) < 60) return relative().format(minutes, 'minute')
      if (Math.abs(minutes) < 12 * 60) return relative().format(Math.round(minutes / 60), 'hour')
      const distance = daysFromToday(dayOf(moment))
      return Math.abs(distance) < 7 ? relative().format(distance, 'day') : this.date(dayOf(moment))
    },
    /** A country by its two letters, named; anything else as it is. */
    country: (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries().of(code) ?? code) : code),
    dayOf,
    daysFromToday,
    today: (): string => dayOf(now()),
    list: (words: readonly string[]): string => lists().format(words),
  }
}

/** Made when it is first needed, and once for the same options: each of the browser's formatters costs a telephone milliseconds. */
function once<Options extends readonly unknown[], Made>(make: (...options: Options) => Made): (...options: Options) => Made {
  const made = new Map<string, Made>()
  return (...options) => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? make(...options)
    made.set(key, known)
    return known
  }
}

/** Decimals that a value needs, at most `most`: 53.95 → 2. */
const decimalsOf = (value: number, most: number): number =>
  (
    value
      .toFixed(most)
      .replace(/\.?0+$/, '')
      .split('.')[1] ?? ''
  ).length

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1)
