import { view } from '@mvc-router/router-core/express' //? template
import { findNotes } from '../notes.js'
import { AboutPage } from '../pages/about.js' //? jsx
import { HomePage } from '../pages/home.js' //? jsx
import { page } from '../pages/page.js' //? jsx

export const pageController = {
  async home() {
    const notes = await findNotes()
    return view('home', { notes: notes.slice(0, 3) }) //? template
    return page(HomePage, { notes: notes.slice(0, 3) }) //? jsx
  },

  about() {
    return view('about', {}) //? template
    return page(AboutPage, {}) //? jsx
  },
}
