from workbench.ui import parts

parts.screen_title("data", "coming")
