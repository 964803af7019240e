import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phrase } from '#domain/messages/message.ts'
import { defaultTolerances as tolerances } from '../rules/tolerances.ts'
import { duplicateScore, duplicateWeights, findDuplicate, marksOf, metresBetween, type Person, waysToReach } from './duplicates.ts'
import { areAlike, canonicalAlike, canonicalName, comparable, jaroWinkler, mayBeAlike, namesAlike, nameThreshold, transliterate } from './names-alike.ts'

const ramesh: Person & { memberNo: string } = {
  id: 'a',
  memberNo: 'M-1',
  firstName: 'Ramesh',
  lastName: 'Patidar',
  localName: 'रमेश पाटीदार',
  relationName: 'Mohan',
  phone: '+919826012345',
  village: 'Kasrawad',
  homePoint: null,
  nationalIdType: null,
  nationalIdLast4: null,
}

describe('names', () => {
  it('writes Devanagari in Latin letters', () => {
    expect(transliterate('रमेश')).toBe('ramesh')
    expect(transliterate('पाटीदार')).toBe('paatiidaar')
    expect(canonicalName('पाटीदार')).toBe(canonicalName('Patidar'))
  })
  it.each([
    ['Ramesh Patidar', 'Rameesh Pateedar'],
    ['Vishnu', 'Wishnu'],
    ['Lakshmi Bai', 'Laxmi Bai'],
    ['Patidar Ramesh', 'Ramesh Patidar'],
    ['सविता यादव', 'Savita Yadav'],
  ])('takes %s for %s', (a, b) => expect(namesAlike(a, b)).toBeGreaterThanOrEqual(0.9))
  it.each([
    ['Ramesh Patidar', 'Suresh Yadav'],
    ['Kamal Singh', 'Kavita Joshi'],
  ])('keeps %s and %s apart', (a, b) => expect(namesAlike(a, b)).toBeLessThan(0.9))
  it('agrees with Winkler’s own examples', () => {
    expect(jaroWinkler('martha', 'marhta')).toBeCloseTo(0.9611, 4)
    expect(jaroWinkler('dwayne', 'duane')).toBeCloseTo(0.84, 4)
    expect(jaroWinkler('dixon', 'dicksonx')).toBeCloseTo(0.8133, 4)
  })
  it('lies between 0 and 1, is the same both ways, and 1 for the same', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const likeness = jaroWinkler(a, b)
        expect(likeness).toBeGreaterThanOrEqual(0)
        expect(likeness).toBeLessThanOrEqual(1)
        expect(jaroWinkler(b, a)).toBeCloseTo(likeness, 12)
        expect(jaroWinkler(a, a)).toBe(a ? 1 : 0)
      }),
    )
  })
})

describe('mayBeAlike', () => {
  // Few letters, one of them outside the basic plane, so that pairs come close to the threshold from both sides.
  const name = fc.array(fc.constantFrom('a', 'b', 'r', 'm', ' ', '𑄇'), { minLength: 1, maxLength: 16 }).map((letters) => canonicalName(letters.join('')))
  it('is never false about names that are alike; areAlike answers what the comparison in full does', () => {
    let alike = 0
    fc.assert(
      fc.property(name, name, fc.nat(3), (a, other, from) => {
        for (const b of [other, a.slice(from), `${other.slice(0, from)}${a}`, a.split(' ').reverse().join(' ')]) {
          expect(areAlike(comparable(a), comparable(b)), `${a}, ${b}`).toBe(canonicalAlike(a, b) >= nameThreshold)
          if (canonicalAlike(a, b) < nameThreshold) continue
          alike++
          expect(mayBeAlike(a, b)).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
    expect(alike).toBeGreaterThan(500)
  })
  it('is false about most pairs of different names', () => {
    const names = ['mohan', 'gopal', 'bherulal', 'ramlal', 'suresh', 'kailas', 'devisingh', 'natthu', 'rajendra', 'jagdis']
    const others = names.flatMap((a) => names.filter((b) => b !== a && mayBeAlike(a, b)))
    expect(others.length).toBeLessThan(0.25 * names.length * (names.length - 1))
  })
})

describe('waysToReach', () => {
  const whole = marksOf({ ...ramesh, homePoint: { type: 'Point', coordinates: [75.6, 22] }, nationalIdType: 'VOTER', nationalIdLast4: '1234' })
  it('names the least that must be shared at the default threshold', () => {
    expect(waysToReach(whole, tolerances.duplicateReview)).toEqual([
      ['phone', 'name'],
      ['phone', 'relation', 'village'],
      ['name', 'relation', 'village'],
      ['phone', 'relation', 'home'],
      ['document', 'name'],
    ])
  })
  it('asks for nothing of somebody without phone, relation’s name and document', () =>
    expect(waysToReach({ ...whole, phone: null, relation: null, nationalIdType: null }, tolerances.duplicateReview)).toEqual([]))
  it('covers every set of marks that reaches the threshold, and none that does not', () => {
    const marks = Object.keys(duplicateWeights) as (keyof typeof duplicateWeights)[]
    fc.assert(
      fc.property(fc.subarray(marks), fc.integer({ min: 0, max: 130 }), (set, hundredths) => {
        const reaches = Math.round(set.reduce((sum, mark) => sum + duplicateWeights[mark] * 100, 0)) >= hundredths
        const isCovered = waysToReach(whole, hundredths / 100)
          .filter((way) => !way.includes('document'))
          .some((way) => way.every((mark) => set.includes(mark as never)))
        expect(isCovered).toBe(reaches)
      }),
    )
  })
})

describe('findDuplicate (BR-23)', () => {
  const other = (more: Partial<Person>) => findDuplicate({ ...ramesh, id: 'b', ...more }, [ramesh], tolerances)
  it('blocks the same phone, name, father and village', () =>
    expect(other({ firstName: 'Rameesh', localName: null })).toMatchObject({ outcome: 'block', finding: { figures: { score: 1.1, memberNo: 'M-1' } } }))
  it('tells of another operator’s member the code alone', () => {
    const verdict = findDuplicate({ ...ramesh, id: 'b' }, [{ ...ramesh, foreignCode: 'FRM-000007' }], tolerances)
    expect(verdict).toEqual({
      outcome: 'block',
      finding: {
        ruleId: 'BR-23',
        severity: 'REVIEW',
        message: phrase`A member of another operator (${'FRM-000007'}) may be the same person. An administrator can compare the two.`,
        figures: { code: 'FRM-000007' },
      },
    })
  })
  it('reviews another spelling with the same phone', () =>
    expect(other({ firstName: 'Rameesh', lastName: 'Pateedar', localName: null, relationName: null })).toMatchObject({
      outcome: 'review',
      finding: { ruleId: 'BR-23', figures: { score: 0.85 } },
    }))
  it('takes villages of the same name and another number for two', () =>
    expect(other({ village: 'Kasrawad 2', relationName: null })).toMatchObject({ finding: { figures: { same: ['phone', 'name'] } } }))
  it('finds the name in its own script', () =>
    expect(other({ firstName: 'रमेश', lastName: 'पाटीदार', localName: null, relationName: null }).outcome).toBe('review'))
  it('blocks the same document with the same name', () => {
    const withCard = { ...ramesh, nationalIdType: 'VOTER', nationalIdLast4: '1234' }
    expect(findDuplicate({ ...withCard, id: 'b', phone: null, village: 'Sendhwa', relationName: null }, [withCard], tolerances).outcome).toBe('block')
  })
  it('lets a namesake of another village pass, a neighbour sharing the phone, and the person themself', () => {
    expect(other({ phone: null, relationName: null, village: 'Sendhwa' }).outcome).toBe('none')
    expect(other({ firstName: 'Savita', lastName: 'Yadav', localName: null, relationName: 'Gopal' }).outcome).toBe('none')
    expect(findDuplicate(ramesh, [ramesh], tolerances).outcome).toBe('none')
  })
  it('scores the same both ways', () => {
    const person = fc.record({
      firstName: fc.string(),
      lastName: fc.string(),
      village: fc.constantFrom('Kasrawad', 'Sendhwa'),
      phone: fc.constantFrom('+919826012345', null),
    })
    fc.assert(
      fc.property(
        person,
        person,
        (a, b) =>
          void expect(duplicateScore({ ...ramesh, ...a }, { ...ramesh, ...b }).score).toBe(duplicateScore({ ...ramesh, ...b }, { ...ramesh, ...a }).score),
      ),
    )
  })
})

describe('metresBetween', () => {
  it('measures a hundredth of a degree at 22° north', () => {
    const at = (lon: number, lat: number) => ({ type: 'Point' as const, coordinates: [lon, lat] as [number, number] })
    expect(metresBetween(at(75.6, 22), at(75.6, 22.001))).toBeCloseTo(111.2, 0)
    expect(metresBetween(at(75.6, 22), at(75.601, 22))).toBeCloseTo(103.1, 0)
  })
})
