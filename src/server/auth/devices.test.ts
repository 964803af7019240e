// What a browser's own line about itself becomes.
import { describe, expect, it } from 'vitest'
import { deviceOf, everyDevice, wordsOf } from './devices.ts'

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36', 'Chrome, Android'],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
      'Samsung Internet, Android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0', 'Edge, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_4) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15', 'Safari, macOS'],
  ])('reads %j as %j', (line, device) => expect(wordsOf(deviceOf(line))).toBe(device))
  it.each([null, '', 'curl/8.7.1', '<script>alert(1)</script>'])('keeps nothing of %j', (line) => expect(wordsOf(deviceOf(line))).toBeNull())
  it('reads the beginning of a hostile line of 10 kB alone', () => expect(wordsOf(deviceOf(`${'('.repeat(10_000)}Chrome/124.0 Windows`))).toBeNull())
  it('makes of any line one of the devices that there are', () => {
    expect(everyDevice).toHaveLength(64)
    for (const line of ['Firefox/125.0', 'Windows', 'KAIOS/2.5', '']) expect(everyDevice).toContainEqual(deviceOf(line))
  })
})
