// Toasts stay as long as the specification says, whatever else is clicked.
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showToast, Toasts, toastMilliseconds } from './toasts.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('Toasts', () => {
  it('is not closed by a click elsewhere, and closes by itself after 15 seconds', async () => {
    await import('./toast-bar.tsx')
    vi.useFakeTimers()
    render(<Toasts />)
    act(() => showToast({ severity: 'error', message: 'You are not allowed to login.' }))
    await vi.waitFor(() => screen.getByRole('alert'), { timeout: 60_000 })
    act(() => {
      vi.advanceTimersByTime(1000)
      document.body.click()
      vi.advanceTimersByTime(toastMilliseconds - 2000)
    })
    expect(screen.getByRole('alert').textContent).toContain('You are not allowed to login.')
    act(() => {
      vi.advanceTimersByTime(2000)
    })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(toastMilliseconds).toBe(15_000)
  })
  it('says what was done last, and keeps a failure until it was read', async () => {
    await import('./toast-bar.tsx')
    render(<Toasts />)
    act(() => showToast({ severity: 'success', message: 'Saved: Kamla' }))
    act(() => showToast({ severity: 'error', message: 'The file could not be made.' }))
    act(() => showToast({ severity: 'success', message: 'Recorded: Activate' }))
    const alert = await screen.findByRole('alert')
    expect([alert.textContent, alert.className]).toEqual([expect.stringContaining('The file could not be made.'), expect.stringMatching(/error/i)])
    act(() => screen.getByRole('button', { name: 'Close' }).click())
    const next = screen.getByRole('alert')
    expect([next.textContent, next.className]).toEqual([expect.stringContaining('Recorded: Activate'), expect.stringMatching(/success/i)])
  })
})
