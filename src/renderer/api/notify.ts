// Desktop notifications for a user who has switched to something else. Does nothing where they are not allowed.

/** Asks once; after a yes or no the browser does not ask again. */
export async function askToNotify(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'default') return
  await Notification.requestPermission()
}

type News = Readonly<{ title: string; body: string; onClick: () => void }>

/** Nothing while the window has the focus: it shows the news itself. */
export function notify({ title, body, onClick }: News): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  const notification = new Notification(title, { body, tag: title })
  notification.onclick = () => {
    window.focus()
    onClick()
    notification.close()
  }
}
