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
    await vi.waitFor(() => screen.getByRole('alert'))
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
})
